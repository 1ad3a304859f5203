package memory

import (
	"context"

	"stead/cmd/stead/cli/setup"
)

// afterExtraction brings what was extracted into the databases, and finds there what can be learnt of it.
func afterExtraction(context.Context, *setup.Process, *setup.Setup, extractOptions) error { return nil }
