package travel

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"stead/reach/errand"
	"stead/reach/link"
	"stead/reach/remote"
)

// asked is patience with what it has said.
func asked(most time.Duration) (p patience, said *[]string) {
	said = &[]string{}
	return patience{most: most, pause: time.Microsecond, waits: func(why error) { *said = append(*said, why.Error()) }},
		said
}

func TestMachineThatIsAwayIsAskedUntilItAnswers(t *testing.T) {
	p, said := asked(time.Hour)
	away := []error{
		&remote.AwayError{Name: "desk", Why: errors.New("x")}, &errand.BrokenError{Why: errors.New("y")},
		fmt.Errorf("connect: %w", link.ErrAway),
		&remote.FailedError{Code: remote.Interrupted, Text: "interrupted"}, &remote.FailedError{Code: -1},
	}
	n := 0
	err := p.do(t.Context(), func() error {
		if n == len(away) {
			return nil
		}
		n++
		return away[n-1]
	})
	if err != nil || n != len(away) || len(*said) != 1 || (*said)[0] != away[0].Error() {
		t.Errorf("after %d times: %v, said %q", n, err, *said)
	}
}

func TestAnswerOfAMachineIsNotAskedForAgain(t *testing.T) {
	for _, answer := range []error{&remote.UnknownError{Name: "desk"}, &remote.FailedError{Code: remote.NotFound},
		errors.New("the disk is full")} {
		p, said := asked(time.Hour)
		n := 0
		if err := p.do(t.Context(), func() error { n++; return answer }); !errors.Is(err, answer) || n != 1 ||
			len(*said) != 0 {
			t.Errorf("%v: %d times, %v, said %q", answer, n, err, *said)
		}
	}
}

func TestMachineThatIsAwayForTooLongIsGivenUp(t *testing.T) {
	p, _ := asked(10 * time.Millisecond)
	n := 0
	var away *remote.AwayError
	if err := p.do(t.Context(), func() error { n++; return &remote.AwayError{Name: "desk"} }); !errors.As(err, &away) ||
		n < 2 {
		t.Errorf("after %d times: %v", n, err)
	}
}

func TestInterruptionEndsTheWait(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	p, _ := asked(time.Hour)
	p.pause, p.waits = time.Hour, func(error) { interrupt() }
	if err := p.do(ctx, func() error { return &remote.AwayError{Name: "desk"} }); err == nil {
		t.Error("there is no error")
	}
}
