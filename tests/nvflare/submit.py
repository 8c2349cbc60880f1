"""Submits a job from an administrator's startup kit, once so many sites are connected, and waits for its end; prints its name and how it ended.

    submit.py <folder of the kit> <user> <folder of the job> <number of sites>
"""

import sys
import time

from nvflare.fuel.flare_api.flare_api import new_secure_session


def connected(kit, user, sites):
    """Returns a session with the server once all sites are connected."""
    while True:
        try:
            session = new_secure_session(user, kit)
            if len(session.get_system_info().client_info) == sites:
                return session
            session.close()
        except Exception:  # The server says in many ways that it is not up yet.
            pass
        time.sleep(1)


def main():
    kit, user, job, sites = sys.argv[1:]
    session = connected(kit, user, int(sites))
    name = session.submit_job(job)
    status = ""
    while not status.startswith("FINISHED"):
        time.sleep(1)
        status = str(session.get_job_meta(name).get("status"))
    print(name, status)
    session.close()


if __name__ == "__main__":
    main()
