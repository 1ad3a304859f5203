package extract_test

import (
	"path/filepath"
	"testing"

	"stead/catalog/memory"
	"stead/internal/testkit/fixtures"
)

func TestAFailedCommandsExitCodeIsKept(t *testing.T) {
	p := newPlace(t)
	fixtures.Copy(t, "claude/error-image-thinking.jsonl", filepath.Join(p.Host.Home, ".claude/projects/-code",
		firstID+".jsonl"))
	p.run()
	_, events := p.files()
	codes := map[int]int{}
	for _, e := range decode[memory.Event](t, events) {
		if e.Kind == memory.KindResult && e.ExitCode != nil {
			codes[*e.ExitCode]++
			if e.Success == nil || *e.Success {
				t.Errorf("it did not fail: %+v", e)
			}
		}
	}
	if codes[3] != 1 || len(codes) != 1 {
		t.Errorf("exit codes %v", codes)
	}
}
