"""Scans over the stacked batches."""
# caught-by: test_runs_every_step_and_returns_state_and_losses, test_reads_no_loss_before_the_last_step, test_fetches_all_losses_with_one_device_get, test_returns_floats_and_leaves_the_state
# says: CalledWhileTracing; directly
# keeps: 0

import jax
import jax.numpy as jnp


def train_log(step, state, batches):
    state, losses = jax.lax.scan(step, state, jnp.stack(batches))
    return state, jax.device_get(losses).tolist()
