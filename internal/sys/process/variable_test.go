package process_test

import (
	"testing"

	"stead/internal/sys/process"
)

func TestLastSettingCounts(t *testing.T) {
	environment := []string{"A=1", "AB=2", "A=3=4", "EMPTY="}
	for name, want := range map[string]string{"A": "3=4", "AB": "2", "EMPTY": "", "B": "", "": ""} {
		if got := process.Variable(environment, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := process.Variable(nil, "A"); got != "" {
		t.Errorf("without an environment it is %q", got)
	}
}
