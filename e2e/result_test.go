package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"stead/e2e/fidelity"
)

// runResult is the last line of stead run --json.
type runResult struct {
	Type      string
	Run       string
	From, To  struct{ CLI, ID, Path string }
	Status    string
	ExitCode  int    `json:"exit_code"`
	FinalText string `json:"final_text"`
	Delivered struct {
		Branches []string
		Losses   []fidelity.Loss
		LeftOut  []fidelity.Loss `json:"left_out"`
		Context  fidelity.Named
	}
}

func lastLine(t *testing.T, stdout string) (r runResult) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		t.Fatalf("the last line is no JSON: %v\n%s", err, stdout)
	}
	return r
}
