package errand

import (
	"context"
	"io"
	"os/exec"
	"time"

	"stead/internal/sys/process"
)

// grace is how long a verb may take to end after its asker has gone.
const grace = 5 * time.Second

// piped is a verb with an input and an output.
type piped struct {
	command *exec.Cmd
	in      io.WriteCloser
}

func (p Program) withStreams(_ Request, out *writer) (verb, error) {
	c := exec.Command(p.Path, p.Args...)
	c.Env, c.Dir = p.Env, p.Dir
	c.Stdout, c.Stderr = stream{out, output}, stream{out, problem}
	c.WaitDelay = grace
	process.Detach(c) // keys typed at the node's terminal are not for the verb
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &piped{c, in}, c.Start()
}

func (v *piped) listen(r *reader) {
	defer v.in.Close()
	for {
		letter, text, err := r.next(longestPart)
		if err != nil {
			return
		}
		switch letter {
		case input:
			_, _ = v.in.Write(text) // a verb need not read it
		case inputEnds:
			_ = v.in.Close()
		}
	}
}

func (v *piped) wait(ctx context.Context, gone <-chan struct{}) int {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = v.command.Wait() // the command's state has the result
	}()
	select {
	case <-ended:
	case <-gone:
		v.end(ended)
	case <-ctx.Done():
		v.end(ended)
	}
	return v.command.ProcessState.ExitCode()
}

// end asks the verb to end, and kills it if it does not.
func (v *piped) end(ended <-chan struct{}) {
	_ = process.AskToEnd(v.command.Process)
	select {
	case <-ended:
	case <-time.After(grace):
		_ = v.command.Process.Kill()
		<-ended
	}
}
