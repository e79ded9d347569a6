"use strict";
(() => {
const DATA = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const SVG = document.querySelector("svg").namespaceURI;
const MARK = "#d55e00", INK = "#1b1f24", LINE = "#8a9199", WORDS = ["nodes", "pairs of nodes"];
const state = { cell: null, view: null, round: 0, tuples: [0, 0], chosen: null, last: -1 };

/* Elements. Text from outside goes through textContent and nothing else. */
function make(tag, attributes, text) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}
function draw(parent, tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}
function letter(number) {
  let name = "";
  for (let n = number; n >= 0; n = Math.floor(n / 26) - 1) name = String.fromCharCode(65 + n % 26) + name;
  return name;
}
const face = (number) => DATA.colors[number % DATA.colors.length];
const ink = (number) => DATA.inks[number % DATA.inks.length];
const many = (count, word) => count.toLocaleString("en") + " " + (count === 1 ? word.replace(/s( |$)/, "$1") : word);
const what = () => WORDS[state.view.k - 1] || state.view.k + "-tuples of nodes";

/* Colors: the largest part of a class that splits keeps its letter, so that letters stay put. */
function lettersOf(view, tuples, round) {
  let names = new Map(), next = 0, before = null;
  for (let t = 0; t <= round; t++) {
    const now = [0, 1].map((side) => view.classes[side][tuples[side]][t]);
    const sizes = new Map(), parents = new Map();
    for (const side of [0, 1]) now[side].forEach((c, i) => {
      sizes.set(c, (sizes.get(c) || 0) + 1);
      if (!parents.has(c)) parents.set(c, before ? before[side][i] : -1);
    });
    const order = [...sizes.keys()].sort((a, b) => sizes.get(b) - sizes.get(a) || a - b);
    const taken = new Set(), found = new Map();
    for (const c of order) {
      const parent = parents.get(c);
      if (parent >= 0 && !taken.has(parent)) { taken.add(parent); found.set(c, names.get(parent)); }
    }
    for (const c of order) if (!found.has(c)) found.set(c, next++);
    names = found;
    before = now;
  }
  return names;
}
function colorsNow() {
  const { view, tuples, round } = state;
  const names = lettersOf(view, tuples, round);
  return [0, 1].map((side) => view.classes[side][tuples[side]][round].map((c) => names.get(c)));
}
function countsOf(colors) {
  const counts = new Map();
  colors.forEach((list, side) => list.forEach((c) => {
    if (!counts.has(c)) counts.set(c, [0, 0]);
    counts.get(c)[side]++;
  }));
  return new Map([...counts].sort((a, b) => a[0] - b[0]));
}
function deciding(counts) {
  if (state.chosen !== null && counts.has(state.chosen)) return state.chosen;
  const odd = [...counts].filter(([, [a, b]]) => a !== b);
  const side = state.view.side, weight = ([, sizes]) => (sizes[side] ? 0 : 1e9) + sizes[side] + sizes[1 - side] / 1e3;
  odd.sort((a, b) => weight(a) - weight(b) || a[0] - b[0]);
  return odd.length ? odd[0][0] : null;
}

/* Drawings. */
function radiusOf(places) {
  const gaps = places.map((p, i) => Math.min(...places.map((q, j) => i === j ? 9 : Math.hypot(p[0] - q[0], p[1] - q[1]))));
  gaps.sort((a, b) => a - b);
  const room = gaps.length > 1 ? gaps[Math.floor(gaps.length / 10)] * 0.42 : 9;
  return Math.max(0.008, Math.min(room, 0.055));
}
function drawing(side, colors, marked) {
  const graph = DATA.graphs[side], view = state.view;
  const labels = view.tuples[side][state.tuples[side]];
  const figure = make("figure"), caption = make("figcaption", {}, DATA.names[side]);
  figure.append(caption);
  if (!graph.places) {
    figure.append(make("p", { class: "hint" }, "Too large to draw; its colors are counted below."));
    return figure;
  }
  const r = radiusOf(graph.places), pad = 2.4 * r, n = graph.nodes;
  const spread = (axis) => Math.max(0, ...graph.places.map((p) => p[axis]));
  const box = [-pad, -pad, spread(0) + 2 * pad, Math.max(spread(1), 0.3) + 2 * pad];
  const svg = draw(figure, "svg", { viewBox: box.map((v) => (100 * v).toFixed(2)).join(" "), role: "img",
    "aria-label": DATA.names[side] + ", " + many(n, "nodes") + ", " + many(graph.size, "edges") });
  const at = graph.places.map(([x, y]) => [100 * x, 100 * y]), R = 100 * r;
  const diagonal = Array.from({ length: n }, (_, v) => { let i = 0; for (let d = 0; d < view.k; d++) i = i * n + v; return colors[i]; });
  drawEdges(svg, graph, at, R, view.k === 2 ? colors : null);
  drawMarked(svg, at, R, colors, marked, diagonal);
  at.forEach(([x, y], v) => {
    const c = diagonal[v], node = draw(svg, "g", { class: "node", "data-node": v, "data-color": letter(c) });
    draw(node, "circle", { cx: x, cy: y, r: R, fill: face(c), stroke: INK, "stroke-width": R * 0.09 });
    const text = (graph.symbols ? graph.symbols[v] + "·" : "") + letter(c);
    draw(node, "text", { x, y, fill: ink(c), "font-size": R * Math.min(1.1, 2.1 / text.length) }, text);
    draw(node, "title", {}, "node " + v + ", color " + letter(c));
    node.addEventListener("click", () => placeLabel(side, v));
  });
  const badges = new Map();
  labels.forEach((v, i) => { if (v >= 0) badges.set(v, [...(badges.get(v) || []), i + 1]); });
  for (const [v, numbers] of badges) {
    const [x, y] = at[v], h = Math.max(R * 1.15, 4), w = h * (0.5 + 0.5 * numbers.join(",").length);
    draw(svg, "rect", { x: x + 0.6 * R, y: y - R - h / 2, width: w, height: h, rx: h / 4, fill: INK, stroke: "#fff", "stroke-width": 0.3 });
    draw(svg, "text", { x: x + 0.6 * R + w / 2, y: y - R, fill: "#fff", "font-size": h * 0.75, "font-weight": "bold" }, numbers.join(","));
  }
  return figure;
}
function drawEdges(svg, graph, at, R, pairs) {
  const n = graph.nodes, arcs = new Set(graph.directed ? graph.edges.map(([u, v]) => u * n + v) : []);
  graph.edges.forEach(([u, v], i) => {
    const stroke = pairs ? face(pairs[u * n + v]) : LINE, width = graph.edges.length > 200 ? 0.35 : 0.7;
    const [a, b] = [at[u], at[v]];
    if (u === v) { draw(svg, "circle", { cx: a[0], cy: a[1] - 1.2 * R, r: 0.8 * R, fill: "none", stroke, "stroke-width": width }); return; }
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, dx = (b[0] - a[0]) / length, dy = (b[1] - a[1]) / length;
    const bond = graph.bonds ? graph.bonds[i] : 1;
    const shifts = arcs.has(v * n + u) ? [0.35] : bond === 2 || bond === 4 ? [-0.3, 0.3] : bond === 3 ? [-0.5, 0, 0.5] : [0];
    for (const s of shifts) {
      const [ox, oy] = [-dy * s * R, dx * s * R];
      draw(svg, "line", { x1: a[0] + ox, y1: a[1] + oy, x2: b[0] + ox, y2: b[1] + oy, stroke, "stroke-width": width });
      if (!graph.directed) continue;
      const [tx, ty] = [b[0] + ox - dx * R, b[1] + oy - dy * R], h = Math.max(0.7 * R, 1.2);
      draw(svg, "path", { fill: stroke, d: `M${tx} ${ty}L${tx - dx * h - dy * h * 0.45} ${ty - dy * h + dx * h * 0.45}L${tx - dx * h + dy * h * 0.45} ${ty - dy * h - dx * h * 0.45}Z` });
    }
  });
}
function drawMarked(svg, at, R, colors, marked, diagonal) {
  if (marked === null) return;
  const n = at.length, k = state.view.k, nodes = new Set();
  colors.forEach((c, i) => {
    if (c !== marked) return;
    const members = [];
    for (let d = 0, rest = i; d < k; d++, rest = Math.floor(rest / n)) members.unshift(rest % n);
    if (k === 2 && members[0] !== members[1]) {
      const [a, b] = members.map((v) => at[v]);
      draw(svg, "line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], stroke: MARK, "stroke-width": 1, "stroke-dasharray": "2.4 1.6" });
    } else members.forEach((v) => nodes.add(v));
  });
  for (const v of nodes) draw(svg, "circle", { class: "halo", cx: at[v][0], cy: at[v][1], r: 1.5 * R, fill: "#fde3d3", stroke: MARK, "stroke-width": 0.9 });
}

/* Choices. */
function placeLabel(side, node) {
  const list = state.view.tuples[side], now = list[state.tuples[side]];
  if (!now.length) return;
  const wanted = [...now.slice(1), node].join();
  const found = list.findIndex((tuple) => tuple.join() === wanted);
  if (found >= 0) { state.tuples[side] = found; state.chosen = null; fillChoices(); show(); }
}
function fillChoices() {
  const view = state.view, box = byId("choices");
  box.replaceChildren();
  if (!view.l) return;
  for (const side of [0, 1]) {
    const holder = make("div"), id = "labels-" + side;
    holder.append(make("label", { for: id }, (view.l > 1 ? "Labels " : "Label ") + view.tuples[side][0].map((_, i) => i + 1).join(", ") + " in " + DATA.names[side]));
    const select = make("select", { id }), groups = new Map();
    view.tuples[side].forEach((tuple, i) => {
      const kind = view.kinds[side][i];
      if (!groups.has(kind)) {
        const [a, b] = view.counts[kind];
        groups.set(kind, make("optgroup", { label: `kind ${kind + 1}: ${a.toLocaleString("en")} left ${a === b ? "=" : "≠"} ${b.toLocaleString("en")} right` }));
      }
      const option = make("option", { value: i }, (tuple.length > 1 ? "nodes " : "node ") + tuple.map((v) => v < 0 ? "none" : v).join(", "));
      option.selected = i === state.tuples[side];
      groups.get(kind).append(option);
    });
    select.append(...[...groups].sort((a, b) => a[0] - b[0]).map(([, group]) => group));
    select.addEventListener("change", () => { state.tuples[side] = Number(select.value); state.chosen = null; show(); });
    holder.append(select);
    box.append(holder);
  }
}
function fillGrid() {
  const table = byId("grid"), head = make("tr");
  table.setAttribute("role", "radiogroup");
  table.setAttribute("aria-labelledby", "tests-title");
  head.append(make("td"));
  for (let l = 0; l <= DATA.max[1]; l++) head.append(make("th", { scope: "col" }, "l=" + l));
  table.append(head);
  for (let k = 1; k <= DATA.max[0]; k++) {
    const row = make("tr");
    row.append(make("th", { scope: "row" }, "k=" + k));
    for (const cell of DATA.cells.filter((c) => c.k === k)) {
      const word = cell.apart === null ? "?" : cell.apart ? "apart" : "same";
      const button = make("button", { type: "button", role: "radio", "data-k": k, "data-l": cell.l, class: cell.apart === null ? "open" : word,
        "aria-label": `k=${k}, l=${cell.l}: ${cell.apart === null ? "not run" : word}${cell.minimal ? ", the cheapest such test" : ""}` }, (cell.minimal ? "★ " : "") + word);
      button.addEventListener("click", () => choose(cell));
      const holder = make("td");
      holder.append(button);
      row.append(holder);
    }
    table.append(row);
  }
  table.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = DATA.cells.find((c) => c.k === state.cell.k + step[0] && c.l === state.cell.l + step[1]);
    if (next) { choose(next); buttonOf(next).focus(); }
  });
}
const buttonOf = (cell) => document.querySelector(`#grid button[data-k="${cell.k}"][data-l="${cell.l}"]`);

function choose(cell) {
  const same = state.view && state.cell && state.cell.view === cell.view;
  state.cell = cell;
  for (const button of document.querySelectorAll("#grid button")) {
    const on = button === buttonOf(cell);
    button.setAttribute("aria-checked", on);
    button.tabIndex = on ? 0 : -1;
  }
  byId("verdict").textContent = cell.text;
  byId("verdict").className = cell.apart ? "apart" : "same";
  const view = DATA.views[cell.view] || null;
  byId("view").hidden = !view;
  byId("no-view").hidden = Boolean(view);
  state.view = view;
  if (!view) {
    byId("no-view").textContent = "Its colors are not on this page: there are too many of them, or the test was not run.";
    return;
  }
  if (!same) {
    Object.assign(state, { round: view.round, tuples: [...view.start], chosen: null });
    byId("round").max = view.rounds;
    byId("round").value = view.round;
    fillChoices();
  }
  byId("look-title").textContent = "What does " + view.method + " see?";
  byId("note").textContent = noteOf(cell, view);
  show();
}
function noteOf(cell, view) {
  const notes = [], own = `${cell.k},${cell.l}-WL`;
  if (view.method !== own) notes.push(`${own} is run as ${view.method}, which is as strong.`);
  const shown = view.tuples.map((list) => list.length);
  if (shown.some((count, side) => count < view.total[side])) {
    const kinds = new Set([...view.kinds[0], ...view.kinds[1]]).size;
    notes.push(`Too many labelings for one page: ${shown[0]} of ${view.total[0]} on the left and ${shown[1]} of ${view.total[1]} on the right can be chosen, of ${kinds === view.counts.length ? "all " + kinds : kinds + " of " + view.counts.length} kinds.`);
  }
  if (!view.settled) notes.push(`Only the first ${view.rounds} rounds are on this page; colors are not stable yet.`);
  if (view.l) notes.push("Click on a node to put the last label there.");
  notes.push("Choose a color to see where it is.");
  return notes.join(" ");
}

/* The state of things. */
function show() {
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.letter : undefined;
  const colors = colorsNow(), counts = countsOf(colors), marked = deciding(counts), view = state.view;
  byId("round-said").textContent = `${state.round} of ${view.rounds}`;
  byId("round").setAttribute("aria-valuetext", "round " + state.round);
  byId("drawings").replaceChildren(...[0, 1].map((side) => drawing(side, colors[side], marked)));
  byId("said").textContent = saying(counts, marked);
  fillBars(counts, marked);
  if (focused) { const bar = document.querySelector(`.bar[data-letter="${focused}"]`); if (bar) bar.focus(); }
}
function saying(counts, marked) {
  const odd = [...counts].filter(([, [a, b]]) => a !== b).length, [left, right] = DATA.names;
  let text = `After ${many(state.round, "rounds")} there ${counts.size === 1 ? "is 1 color" : "are " + counts.size + " colors"} of ${what()}. `;
  const so = state.view.l ? "so labeled, the graphs" : "the graphs";
  text += odd ? `${odd} of them occur${odd === 1 ? "s" : ""} unequally often: ${so} look different.` : `${counts.size === 1 ? "It" : "Each"} occurs equally often: ${so} still look the same.`;
  if (marked !== null && counts.has(marked)) {
    const [a, b] = counts.get(marked);
    text += ` Color ${letter(marked)}, marked: ${a.toLocaleString("en")} in ${left}, ${b.toLocaleString("en")} in ${right}.`;
  }
  return text;
}
function fillBars(counts, marked) {
  const most = Math.max(...[...counts.values()].flat(), 1), rows = [];
  byId("bars-title").textContent = `How many ${what()} have each color: ${DATA.names[0]} left, ${DATA.names[1]} right`;
  const order = [...counts].sort((x, y) => (x[1][0] === x[1][1]) - (y[1][0] === y[1][1]) || x[0] - y[0]);
  for (const [c, [a, b]] of order.slice(0, 200)) {
    const row = make("button", { type: "button", class: a === b ? "bar" : "bar unequal", "data-letter": letter(c), "data-left": a, "data-right": b,
      "aria-pressed": c === marked, "aria-label": `color ${letter(c)}: ${a} left, ${b} right` });
    const bar = (count, side) => {
      const svg = draw(row, "svg", { viewBox: "0 0 100 10", "aria-hidden": "true", preserveAspectRatio: "none" }), wide = 100 * count / most;
      draw(svg, "rect", { x: side ? 0 : 100 - wide, y: 0, width: wide, height: 10, fill: face(c) });
    };
    row.append(make("span", {}, a.toLocaleString("en")));
    bar(a, 0);
    row.append(make("span", { class: "letter" }, letter(c) + (a === b ? " =" : " ≠")));
    bar(b, 1);
    row.append(make("span", {}, b.toLocaleString("en")));
    row.addEventListener("click", () => { state.chosen = state.chosen === c ? null : c; show(); });
    rows.push(row);
  }
  byId("bars").replaceChildren(...rows);
  if (counts.size > rows.length) byId("bars").append(make("p", { class: "hint" }, `and ${counts.size - rows.length} more colors`));
}

byId("names").textContent = DATA.names[0] + " and " + DATA.names[1];
byId("round").addEventListener("input", () => { state.round = Number(byId("round").value); state.chosen = null; show(); });
fillGrid();
choose(DATA.cells.find((cell) => cell.minimal && DATA.views[cell.view]) || DATA.cells.find((cell) => DATA.views[cell.view]) || DATA.cells[0]);
})();
