package layout_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/layout"
)

// TestAQuestionThatIsLostIsAskedAgain loses the first question, as a cluster without a leader does, and has the second
// one refused.
func TestAQuestionThatIsLostIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		answer, err := layout.Ask(t.Context(), func(ctx context.Context) (string, error) {
			switch asked++; asked {
			case 1:
				<-ctx.Done()
				return "", ctx.Err()
			case 2:
				return "", nats.ErrNoResponders
			}
			return "here", nil
		})
		if err != nil || answer != "here" || asked != 3 {
			t.Errorf("after %d questions the answer is %q, %v", asked, answer, err)
		}
	})
}

func TestAHubThatIsSilentIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		}
		begun := time.Now()
		if _, err := layout.Ask(t.Context(), silent); !errors.Is(err, layout.ErrSilent) ||
			strings.Contains(err.Error(), "context") {
			t.Errorf("the error is %v", err)
		}
		if took := time.Since(begun); took != 10*time.Second {
			t.Errorf("it was asked for %s", took)
		}
		stopped, stop := context.WithCancelCause(t.Context())
		why := errors.New("interrupted")
		stop(why)
		if _, err := layout.Ask(stopped, silent); !errors.Is(err, why) {
			t.Errorf("the error of a caller that has left is %v", err)
		}
	})
}

func TestARefusalIsAnAnswer(t *testing.T) {
	refused := errors.New("no such bucket")
	if _, err := layout.Ask(t.Context(), func(context.Context) (int, error) { return 0, refused }); !errors.Is(err,
		refused) {
		t.Errorf("the error is %v", err)
	}
}
