package chain

import (
	"context"
	"fmt"

	"stead/orchestrator/chain/recipe"
)

// Contests hold A/Bs.
type Contests interface{}

// contend has several CLIs do a step at once.
func (c *course) contend(_ context.Context, a *Attempt, step recipe.Step) error {
	return fmt.Errorf("%w at step %s: no A/B can be held here", ErrStep, step.Name)
}
