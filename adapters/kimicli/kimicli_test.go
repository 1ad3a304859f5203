package kimicli_test

import (
	"fmt"
	"testing"

	"stead/adapters/kimicli"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The names were given by the CLI itself.
func TestBucket(t *testing.T) {
	if got := kimicli.Bucket("/home/user/demo-kimi"); got != "25c806be5e8f91d8dce5282d996283da" {
		t.Errorf("got %s", got)
	}
}

func TestIsRetired(t *testing.T) {
	for version, want := range map[string]bool{"1.49.0": false, "1.51.0": false, "1.52.0": true, "1.53.1": true,
		"2.0.0": false, "": false, "next": false} {
		if kimicli.IsRetired(version) != want {
			t.Errorf("%q: %v", version, !want)
		}
	}
}

// What is written of an outcome is read as that outcome, if its reason is not in the words of the CLI.
func TestOutcomesComeBack(t *testing.T) {
	reasons := []string{"", "x", "a\nb\n", "exit code 3", "exit code x", "<system>ERROR: x</system>", "ERROR: x"}
	outputs := append([]string{"Tool execution failed.", "Command failed with exit code: 3."}, reasons...)
	for _, output := range outputs {
		for _, reason := range reasons {
			for _, failed := range []bool{false, true} {
				if !failed && reason != "" {
					continue
				}
				want := kimicli.Outcome{Output: timeline.NewText(output), Error: timeline.NewText(reason), Failed: failed}
				var parts []byte
				for _, text := range kimicli.FormatOutput(want, false) {
					if parts != nil {
						parts = append(parts, ',')
					}
					parts = fmt.Appendf(parts, `{"type":"text","text":%s}`, text.JSON())
				}
				content := kimicli.ReadContent(jsonl.Value("[" + string(parts) + "]"))
				got := kimicli.ParseOutput(content)
				if got.Failed != failed || got.Output.String() != output || got.Error.String() != reason {
					t.Errorf("%q %q %v came back as %q %q %v from %s", output, reason, failed, got.Output, got.Error, got.Failed,
						parts)
				}
			}
		}
	}
}
