"""The makers of pictures: synthetic scenes and films of whole games, with ground truth."""
