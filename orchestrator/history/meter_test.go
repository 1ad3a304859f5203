package history

import (
	"testing"

	"stead/runs"
	"stead/timeline"
)

func TestCostIsWhatTheCLITellsOnceNotTwice(t *testing.T) {
	m, r := NewMeter(1), runs.Run{Cost: 1}
	for range 2 {
		m.Add(&timeline.Entry{Type: timeline.Assistant, Usage: &timeline.Usage{Cost: 0.25}}, &r)
	}
	m.Report(0.4, &r) // its sum so far
	if r.Cost != 1.5 {
		t.Errorf("cost %v", r.Cost)
	}
}
