package extract_test

import (
	"os"
	"path/filepath"
	"testing"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog/memory"
	"stead/catalog/origin"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/writertest"
	"stead/timeline"
	"stead/writers"
)

// stations are where a session is carried, one after the other, and where each CLI keeps its sessions.
var stations = []struct{ cli, root string }{
	{"codex", ".codex"}, {"opencode", ".local/share/opencode"}, {"gemini", ".gemini"}, {"qwen", ".qwen"},
	{"pi", ".pi/agent"}, {"claude", ".claude"},
}

// TestCarriedSessionAddsOnlyNewMessages carries recorded sessions from CLI to CLI as stead does, but without its
// lineage: what stands in the copies is known by its hash alone.
func TestCarriedSessionAddsOnlyNewMessages(t *testing.T) {
	for _, name := range []string{"text", "tools", "parallel", "error-image-thinking", "compaction", "reallife-tour",
		"reallife-lookalikes"} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			at := adapter.Location{Path: filepath.Join(p.Host.Home, ".claude/projects/-code", firstID+".jsonl")}
			fixtures.Copy(t, "claude/"+name+".jsonl", at.Path)
			fixtures.Copy(t, "opencode/new.db", filepath.Join(p.Host.Home, ".local/share/opencode/opencode.db"))
			p.run()
			messages, _ := p.files()
			cli := "claude"
			for _, to := range stations {
				receipt := p.carry(at, cli, to.cli, filepath.Join(p.Host.Home, to.root))
				at, cli = adapter.Location{Path: receipt.Path, ID: receipt.ID}, to.cli
				if counts := p.run().Counts[cli]; counts.Sessions != 1 || counts.Events < 3 {
					t.Errorf("%s gave %+v", cli, counts)
				}
				now, _ := p.files()
				for _, m := range decode[memory.Message](t, now[len(messages):]) {
					t.Errorf("to %s: %s %s is new: %q", cli, m.Metadata.Kind, m.Metadata.Tool, m.Content)
				}
				messages = now
			}
		})
	}
}

// TestWhatSteadDeliveredIsNoEventOfTheCopy: with the lineage, not even a text that had to be written in other words is
// taken for a new one.
func TestWhatSteadDeliveredIsNoEventOfTheCopy(t *testing.T) {
	p := newPlace(t)
	at := adapter.Location{Path: filepath.Join(p.Host.Home, ".claude/projects/-code", firstID+".jsonl")}
	// it holds a PDF, of which Codex is told that it cannot be shown
	fixtures.Copy(t, "claude/reallife-background.jsonl", at.Path)
	receipt := p.carry(at, "claude", "codex", filepath.Join(p.Host.Home, ".codex"))
	p.Origin = func(s timeline.Summary) origin.Origin {
		if s.CLI != "codex" {
			return origin.Origin{}
		}
		return origin.Origin{Kind: timeline.LineageContinue, Of: "claude:" + firstID, Run: "r", Lines: receipt.Lines}
	}
	if counts := p.run().Counts["codex"]; counts.Sessions != 1 || counts.Messages != 0 || counts.Events != 1 {
		t.Errorf("the copy gave %+v", counts)
	}
	file, err := os.OpenFile(receipt.Path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	line := `{"timestamp":"2026-12-24T19:00:00.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"go on"}]}}` + "\n"
	if _, err := file.WriteString(line); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if counts := p.run().Counts["codex"]; counts.Messages != 1 || counts.Events != 1 {
		t.Errorf("the copy that was used gave %+v", counts)
	}
}

// carry writes a session of one CLI into another's store.
func (p place) carry(at adapter.Location, from, to, root string) writers.Receipt {
	p.t.Helper()
	stream, err := adapters.Named(from).Reader.Open(p.t.Context(), at)
	if err != nil {
		p.t.Fatal(err)
	}
	return writertest.Write(p.t, adapters.Named(to).Writer, adapter.Store{CLI: to, Root: root}, stream,
		writertest.Options())
}
