"""The differences between vantage6 4.14 and 5.0: decorators, tasks, and the location of a site's files."""

import os
from pathlib import Path

from .stepping import NodeError

try:
    from vantage6.algorithm.decorator.action import central, data_extraction, federated
    from vantage6.algorithm.decorator.algorithm_client import algorithm_client
    from vantage6.algorithm.decorator.data import dataframe

    FIVE = True
except ImportError:
    from vantage6.algorithm.tools.decorators import algorithm_client

    FIVE = False

    def central(function):
        """Does nothing: 4.14 does not distinguish functions."""
        return function

    federated = data_extraction = central

    def dataframe(_):
        """Does nothing: 4.14 shows a site's folder to every task, so no data frame has to carry its files."""
        return central


__all__ = ["FIVE", "algorithm_client", "central", "create_task", "data_extraction", "dataframe", "federated", "home"]


def create_task(client, method, organizations, arguments):
    """Begins a task at these organizations. Returns its number."""
    if FIVE:
        task = client.task.create(organizations=organizations, method=method, arguments=arguments, name=method)
    else:
        task = client.task.create(input_={"method": method, "kwargs": arguments}, organizations=organizations, name=method)
    return task["id"]


def home(organization):
    """Returns the folder of a site with inputs/, outputs/ and work/, and whether it outlasts the run.

    In 4.14 it is the database that the task names; in 5.0 the session's folder, unless the node's own `algorithm_env` names one as DSNE_FOLDER.
    In a path of a mocked network {organization} means the site's number.
    """
    named = os.environ.get("DSNE_FOLDER")
    if not named and not FIVE:
        label = os.environ.get("USER_REQUESTED_DATABASE_LABELS", "").split(",")[0]
        named = os.environ.get(f"{label.upper()}_DATABASE_URI")
    if named:
        return Path(named.replace("{organization}", str(organization))), True
    session = os.environ.get("SESSION_FOLDER") if FIVE else None
    if not session:
        raise NodeError("the task names no database, or the database is no folder")
    return Path(session) / "dsne", False
