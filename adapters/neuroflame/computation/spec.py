"""Declares the run as rounds: all sites, then the coordinator, until its program says that the run has ended."""

from framework import ComputationSpec, iterative_workflow, local_step, remote_step, site_output_step

from .coordinator import answer_sites, run_has_ended
from .site import begin, finish, make_step

SPEC = ComputationSpec(
    workflow=iterative_workflow(
        local_step(fn=make_step, input_fn=begin),
        remote_step(fn=answer_sites),
        site_output_step(fn=finish),
        stop_when=run_has_ended,
        # The program ends a run; this only has to exceed any run's number of rounds.
        max_iterations=1_000_000,
    ),
)
