package capture

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"stead/internal/term/asciicast"
)

// TestRecordingGoesOnWhereItWasBrokenOff cuts a recording at each byte, as a kill does. What follows is a whole
// recording again.
func TestRecordingGoesOnWhereItWasBrokenOff(t *testing.T) {
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	header := asciicast.Header{Columns: 80, Rows: 24}
	record := func(path, text string) {
		t.Helper()
		r, err := Record(path, header, now)
		if err != nil {
			t.Fatal(err)
		}
		r.Output(now(), []byte(text))
		if err := r.End(0); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "terminal.cast")
	record(path, "first")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		record(path, "second")
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
		for i, line := range lines {
			if (i == 0) != strings.HasPrefix(line, "{") || !strings.HasSuffix(line, "}") && !strings.HasSuffix(line, "]") {
				t.Fatalf("cut at %d, line %d is %q", cut, i, line)
			}
		}
		if !strings.Contains(string(content), "second") {
			t.Fatalf("cut at %d: what came then is missing", cut)
		}
	}
}
