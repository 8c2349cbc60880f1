"""Submits a job from an administrator's startup kit, once so many sites are connected, and waits for its end; prints its name and how it ended.

    submit.py <folder of the kit> <user> <folder of the job> <number of sites>
"""

import math
import sys
import time

from nvflare.fuel.flare_api.flare_api import new_secure_session


def connected(kit, user, sites, limit=math.inf):
    """Returns a session with the server once all sites are connected."""
    end = time.monotonic() + limit
    while True:
        try:
            session = new_secure_session(user, kit)
            if len(session.get_system_info().client_info) == sites:
                return session
            session.close()
        except Exception:  # The server says in many ways that it is not up yet.
            if time.monotonic() > end:
                raise
        time.sleep(1)


def end_of(session, job, limit=math.inf):
    """Waits for the end of a job; returns how it ended."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        status = str(session.get_job_meta(job).get("status"))
        if status.startswith("FINISHED"):
            return status
        time.sleep(1)
    raise TimeoutError(f"the job has not ended within {limit} s")


def main():
    kit, user, job, sites = sys.argv[1:]
    session = connected(kit, user, int(sites))
    name = session.submit_job(job)
    print(name, end_of(session, name))
    session.close()


if __name__ == "__main__":
    main()
