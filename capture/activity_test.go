package capture

import (
	"testing"
	"time"
)

func TestSilenceEndsWithABeatAndWithWhatIsDrawn(t *testing.T) {
	now := time.Unix(0, 0)
	a := NewActivity(func() time.Time { return now })
	now = now.Add(time.Minute)
	if got := a.Silence(); got != time.Minute {
		t.Errorf("after nothing: %v", got)
	}
	a.Beat()
	if a.Silence() != 0 {
		t.Error("a beat is no silence")
	}
	now = now.Add(time.Minute)
	a.Output(now, nil)
	if a.Silence() != 0 {
		t.Error("what is drawn is no silence")
	}
	if !a.Since(now.Add(-time.Second)) || a.Since(now) {
		t.Error("it is not known when something was drawn last")
	}
}
