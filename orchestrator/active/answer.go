package active

import (
	"context"
	"fmt"

	"stead/inject/signals"
	"stead/orchestrator/questions"
	"stead/runs"
	"stead/runs/socket"
)

// Answer answers the question of a run's CLI, and returns the answer after the CLI has received it. Errors: those of
// [questions.Register.Answer], questions.ErrHeadless, *KilledError and the end of ctx.
func Answer(ctx context.Context, client *socket.Client, r runs.Run, choice signals.Choice) (signals.Answer, error) {
	if err := client.Answer(choice); err != nil {
		return signals.Answer{}, fmt.Errorf("answer run %s: %w", r.ID, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return signals.Answer{}, context.Cause(ctx)
		case e, open := <-events:
			var reply questions.Reply
			switch {
			case !open:
				return signals.Answer{}, &KilledError{r.ID}
			case e.Kind != socket.Answered:
				continue
			}
			if err := e.Into(&reply); err != nil {
				return signals.Answer{}, err
			}
			return reply.Result()
		}
	}
}
