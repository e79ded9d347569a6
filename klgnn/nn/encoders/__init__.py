"""Encoders: row representations in, row representations out, along the edges of a wiring."""
