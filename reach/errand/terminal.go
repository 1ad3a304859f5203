package errand

import (
	"context"
	"encoding/json"
	"syscall"

	"stead/internal/term/ptyx"
)

// seated is a verb with a terminal.
type seated struct {
	process *ptyx.Process
	drawn   chan struct{}
}

func (p Program) withTerminal(r Request, out *writer) (verb, error) {
	process, err := ptyx.Start(ptyx.Command{Path: p.Path, Args: p.Args, Env: p.Env, Dir: p.Dir}, ptyx.Size(*r.Terminal))
	if err != nil {
		return nil, err
	}
	v := &seated{process, make(chan struct{})}
	go func() {
		defer close(v.drawn)
		to := stream{out, output}
		_ = ptyx.Pump(process, nil, func(chunk []byte) error {
			_, _ = to.Write(chunk) // listen notices a client that has gone
			return nil
		})
	}()
	return v, nil
}

func (v *seated) listen(r *reader) {
	for {
		letter, text, err := r.next(longestPart)
		if err != nil {
			return
		}
		switch letter {
		case input:
			_, _ = v.process.Terminal.Write(text) // the verb may have ended
		case resizes:
			var size ptyx.Size
			if json.Unmarshal(text, &size) == nil {
				_ = v.process.Terminal.Resize(size)
			}
		}
	}
}

func (v *seated) wait(ctx context.Context, gone <-chan struct{}) int {
	select {
	case <-v.drawn:
	case <-gone:
		v.hangUp()
	case <-ctx.Done():
		v.hangUp()
	}
	end, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	exit, err := v.process.Wait(end)
	_ = v.process.End(end, 0)
	<-v.drawn
	if err != nil {
		return -1
	}
	return exit.Code
}

// hangUp ends the verb as a closing terminal does. A verb that ignores that signal, such as one below nohup, is asked
// to end.
func (v *seated) hangUp() {
	end, cancel := context.WithTimeout(context.Background(), 2*grace)
	defer cancel()
	_ = v.process.End(end, grace, syscall.SIGHUP, syscall.SIGTERM)
}
