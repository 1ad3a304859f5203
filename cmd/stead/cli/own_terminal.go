package cli

import (
	"bufio"
	"context"
	"fmt"
	"strings"
	"time"

	"stead/internal/plain"
	"stead/internal/ptyx"
	"stead/internal/screen"
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
	stage := ptyx.NewStage(t.Size(), func(reply func([]byte)) ptyx.Screen {
		return screen.New(int(t.Size().Rows), int(t.Size().Columns), reply)
	}, time.Now)
	defer stage.Close()
	if _, err := stage.Sit(t.Stdin, t.Stdout, false, ptyx.Key{}); err != nil {
		return ptyx.Exit{}, err
	}
	return stage.Run(ctx, p, sink)
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
