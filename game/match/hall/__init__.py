"""Many tables at once: a class, or the cup of a party."""
