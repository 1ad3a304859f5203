package browse

import (
	"context"

	"stead/cmd/stead/cli/flags"
)

// Fit implements tui.Machine.
func (m *machine) Fit(ctx context.Context, reference, cli string) (tokens, window int64, err error) {
	f, err := flags.Fit(ctx, m.p, m.s, reference, cli)
	return f.Tokens, f.Window, err
}
