package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"stead/internal/plain"
	"stead/internal/ptyx"
)

// ownTerminal is the terminal that stead itself was started on.
type ownTerminal struct{ *app }

// Size implements orchestrator.Terminal.
func (t ownTerminal) Size() ptyx.Size {
	size, _ := ptyx.SizeOf(t.Stdout)
	return size
}

// Relay implements orchestrator.Terminal.
func (t ownTerminal) Relay(ctx context.Context, p *ptyx.Process, sink ptyx.Sink) (ptyx.Exit, error) {
	return ptyx.NewRelay(p, t.Stdin, t.Stdout, sink, time.Now).Run(ctx)
}

// Ask implements orchestrator.Terminal.
func (t ownTerminal) Ask(_ context.Context, question string) (bool, error) {
	fmt.Fprintf(t.Stdout, "\r\n%s [Y/n] ", plain.Text(question))
	line, err := bufio.NewReader(t.Stdin).ReadString('\n')
	if err != nil {
		return false, err
	}
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "" || strings.HasPrefix(answer, "y"), nil
}
