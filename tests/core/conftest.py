"""Settings of the core's tests."""

import hypothesis

# Machines that run these tests are slow and busy: time is no criterion, and a failure must come again.
hypothesis.settings.register_profile("picking_ray", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("picking_ray")
