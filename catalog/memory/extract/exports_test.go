package extract_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/extract"
	"stead/internal/testkit"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/resources"
)

const exportsFolder = "testdata/exports"

// pend lays an export out where ADR-020 has it wait.
func (p place) pend(vendor, name string) string {
	p.t.Helper()
	content, err := os.ReadFile(filepath.Join(exportsFolder, name))
	if err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(p.Host.Home, "PROJECTS/.coditect-data/sessions-export-pending-"+vendor, name)
	fixtures.Put(p.t, path, content)
	return path
}

// exports are those that the CLIs have written, and where they wait.
var exports = map[string]string{
	"exported.txt": "anthropic", "codex-export.md": "codex", "gshare.json": "gemini", "gshare.md": "gemini",
	"kimi-export-session_-20261122-115215.md": "kimi",
	"opencode-export.json":                    "opencode", "qwen-code-export-2026-11-22T11-52-21-945Z.json": "qwen",
	"qwen-code-export-2026-11-22T11-52-25-079Z.jsonl": "qwen",
}

// TestExportsOfTheCLIsAreRead has what is taken from each export in a golden file.
func TestExportsOfTheCLIsAreRead(t *testing.T) {
	for name, vendor := range exports {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			path := p.pend(vendor, name)
			p.run()
			messages, events := p.files()
			var told strings.Builder
			for _, e := range decode[memory.Event](t, events) {
				if e.About != nil {
					fmt.Fprintf(&told, "%s:%s %s %s\n", e.LLMSource, e.Session, e.About.SourceType, e.About.Project)
				} else {
					fmt.Fprintf(&told, "%d/%d line %d %s %s %s\n", e.Turn, e.Seq, e.Line, e.Kind, e.OriginalTool, e.Occurred)
				}
			}
			for _, m := range decode[memory.Message](t, messages) {
				fmt.Fprintf(&told, "--- %s %s %s\n%s\n", m.Metadata.Kind, m.Metadata.Tool, m.LLMModel, m.Content)
			}
			testkit.Golden(t, filepath.Join("testdata", name+".golden"), []byte(told.String()))
			if _, err := os.Stat(path); !os.IsNotExist(err) {
				t.Error("the export was not moved to the archive")
			}
			if archived, err := filepath.Glob(filepath.Join(p.Folder, "archive", "*", name)); err != nil || len(archived) != 1 {
				t.Errorf("the archive has %v (%v)", archived, err)
			}
			if again := p.run().Total(); again.Messages+again.Events != 0 {
				t.Errorf("the second time gave %+v", again)
			}
		})
	}
}

func TestExportThatComesAgainAddsNothingAndReplacesNothing(t *testing.T) {
	p := newPlace(t)
	p.pend("codex", "codex-export.md")
	p.run()
	messages, events := p.files()
	p.pend("codex", "codex-export.md")
	p.run()
	if m, e := p.files(); !bytes.Equal(m, messages) || !bytes.Equal(e, events) {
		t.Errorf("it has added\n%s%s", m[len(messages):], e[len(events):])
	}
	for _, name := range []string{"codex-export.md", "codex-export-2.md"} {
		if _, err := os.Stat(filepath.Join(p.Folder, "archive/codex", name)); err != nil {
			t.Error(err)
		}
	}
}

func TestPoorExportIsTakenOnlyWhenItsSessionIsGone(t *testing.T) {
	p := newPlace(t)
	path := p.claude(firstID, "Fix the failing test please MOCK:tour")
	p.pend("anthropic", "exported.txt")
	if total := p.run().Total(); total.Messages != 1 {
		t.Errorf("with its session it gave %+v", total)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	p.pend("anthropic", "exported.txt")
	if total := p.run().Total(); total.Messages < 10 {
		t.Errorf("without its session it gave %+v", total)
	}
}

func TestFilesThatAreNoExportStayWithAWarning(t *testing.T) {
	p := newPlace(t)
	folder := filepath.Join(p.Host.Home, "PROJECTS/.coditect-data/sessions-export-pending-codex")
	for name, content := range map[string]string{"empty.md": "", "letter.md": "Dear friend",
		"cut.json": `[{"role":"user","parts":[{"text":"x`} {
		fixtures.Put(t, filepath.Join(folder, name), []byte(content))
	}
	p.pend("codex", "codex-export.md")
	r, err := extract.Run(t.Context(), p.Options)
	if err != nil || len(r.Warnings) != 3 {
		t.Errorf("warnings %v, error %v", r.Warnings, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 3 {
		t.Errorf("there are %v (%v)", left, err)
	}
}

func TestOwnFolderAndArchive(t *testing.T) {
	p := newPlace(t)
	own := t.TempDir()
	content, err := os.ReadFile(filepath.Join(exportsFolder, "gshare.md"))
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, filepath.Join(own, "in/talk.md"), content)
	p.Pending, p.Archive = map[string]string{"gemini": filepath.Join(own, "in")}, filepath.Join(own, "out")
	p.run()
	if _, err := os.Stat(filepath.Join(own, "out/gemini/talk.md")); err != nil {
		t.Error(err)
	}
}

// TestMessagesOfAnyKind: JSON of other programs is told by its folder, or by the names of models in it.
func TestMessagesOfAnyKind(t *testing.T) {
	for content, llm := range map[string]string{
		`[{"role":"user","content":"ask"},{"role":"assistant","content":"say","model":"o3-mini"}]`:                                      "codex",
		`{"session_id":"s","messages":[{"role":"user","content":[{"text":"ask"}]},{"role":"ai","content":"say","model":"gemini-2.0"}]}`: "gemini",
		`[{"role":"human","text":"ask"},{"type":"assistant","message":{"role":"assistant","content":"say","model":"k1.5"}}]`:            "kimi",
		`{"type":"codex","message":"say"}` + "\n" +
			`{"type":"user","message":"ask"}`: "codex",
	} {
		p := newPlace(t)
		path := filepath.Join(t.TempDir(), "talk.json")
		fixtures.Put(t, path, []byte(content))
		p.Files = []string{path}
		p.run()
		messages, _ := p.files()
		all := decode[memory.Message](t, messages)
		if len(all) != 2 || all[0].LLMSource != llm || all[0].Provenance.SourceType != memory.FromExport {
			t.Errorf("%s: %+v", content, all)
		}
	}
}

func TestArchiveOfASessionIsUnpackedWithinBounds(t *testing.T) {
	archive := func(t *testing.T, files map[string][]byte) place {
		t.Helper()
		var content bytes.Buffer
		w := zip.NewWriter(&content)
		for _, name := range []string{"manifest.json", "state.json", "agents/main/wire.jsonl", "../../agents/../wire.jsonl"} {
			f, err := w.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write(files[name]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		p := newPlace(t)
		fixtures.Put(t, filepath.Join(p.Host.Home, "PROJECTS/.coditect-data/sessions-export-pending-kimi/debug.zip"),
			content.Bytes())
		return p
	}
	sound := archive(t, map[string][]byte{
		"state.json":             fixtures.Read(t, "kimi/tools/state.json"),
		"agents/main/wire.jsonl": fixtures.Read(t, "kimi/tools/agents/main/wire.jsonl"),
	})
	if total := sound.run().Total(); total.Messages < 5 {
		t.Errorf("it gave %+v", total)
	}
	if testing.Short() || resources.RaceEnabled {
		return
	}
	bomb := archive(t, map[string][]byte{"agents/main/wire.jsonl": make([]byte, 512<<20+1)})
	r, err := extract.Run(t.Context(), bomb.Options)
	if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(), "holds more than a session") {
		t.Errorf("a bomb: %v, %v", r.Warnings, err)
	}
}

func TestPromptHistoriesGiveWhatIsGone(t *testing.T) {
	p := newPlace(t)
	p.claude(firstID, "kept")
	history := filepath.Join(p.Host.Home, ".claude/history.jsonl")
	fixtures.Put(t, history, []byte(`{"display":"kept","timestamp":1795348019000,"project":"/code","sessionId":"`+
		firstID+`"}`+"\n"+
		`{"display":"gone","timestamp":1795348020000,"project":"/code","sessionId":"`+secondID+`"}`+"\nbroken\n"))
	codex, err := os.ReadFile(filepath.Join(exportsFolder, "codex-history.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	fixtures.Put(t, filepath.Join(p.Host.Home, ".codex/history.jsonl"), codex)
	p.run()
	messages, _ := p.files()
	all := decode[memory.Message](t, messages)
	if all[1].Content != "gone" || all[1].Provenance.SourceType != memory.FromHistory ||
		all[1].Provenance.SessionID != secondID || all[1].Provenance.SourceLine != 2 ||
		all[1].Timestamps.Occurred != "2026-11-22T11:47:00Z" {
		t.Errorf("the prompt is %+v", all[1])
	}
	if all[len(all)-1].LLMSource != "codex" {
		t.Errorf("the last is %+v", all[len(all)-1])
	}
	// it shrinks
	fixtures.Put(t, history, []byte(`{"display":"gone","timestamp":1795348020000,"sessionId":"`+secondID+`"}`+"\n"))
	p.run()
	if m, _ := p.files(); !bytes.Equal(m, messages) {
		t.Errorf("a history that shrank has added\n%s", m[len(messages):])
	}
}
