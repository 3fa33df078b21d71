"""What was learned: the weights (shipped), and their training, export, evaluation and bench (from a checkout only)."""

import os

# OpenMP reads this once, when torch is first imported. Threads that spin while they wait would take a shared machine's
# cores from the processes that draw the training pictures.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
