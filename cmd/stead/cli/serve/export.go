package serve

import (
	"context"
	"fmt"
	"io"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/exchange"
	"stead/timeline"
	"stead/ui/model"
)

// export writes a session like `stead session export`, and returns the name that this verb would give the file.
func export(ctx context.Context, s *setup.Setup, to io.Writer, stream timeline.Stream,
	format string) (name string, err error) {
	f, ok := exchange.Named(format)
	if !ok {
		return "", fmt.Errorf("%w: there is no format %s", model.ErrQuery, format)
	}
	o := flags.Exchange(s)
	if name, err = f.File(stream, o); err != nil {
		return "", err
	}
	_, err = f.Encode(ctx, to, stream, o)
	return name, err
}
