"""The data sets that klgnn knows by name, one file each."""
