"""Drawing, input and sound that all screens share: scenes, devices, focus, painting, images, audio."""
