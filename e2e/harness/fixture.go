package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Session is a recorded session that stands in a CLI's store.
type Session struct {
	// CLI is claude or codex.
	CLI string
	// ID is the session's id, as the CLI takes it.
	ID string
	// Path is the session's file.
	Path string
	// Model is the model of a Codex session's last turn, or "" where the
	// file names none. Claude Code finds it by itself.
	Model string
}

// Ref is the session's reference for stead, such as claude:<id>.
func (s Session) Ref() string { return s.CLI + ":" + s.ID }

// Fixtures are the names of the recorded sessions of a CLI that it resumes
// by itself: paths below internal/adaptertest/testdata/<cli>.
func Fixtures(cli string) ([]string, error) {
	folder, err := fixtureFolder(cli)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, pattern := range []string{"*.jsonl", "handwritten/*.jsonl"} {
		paths, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			names = append(names, strings.TrimPrefix(path, folder+string(filepath.Separator)))
		}
	}
	return names, nil
}

func fixtureFolder(cli string) (string, error) {
	root, err := Root()
	if err != nil {
		return "", err
	}
	return filepath.Join(root, "internal", "adaptertest", "testdata", cli), nil
}

// Place copies a recorded session into its CLI's store, moved from the folder
// in which it was recorded to Work. The name is a part of the file's name
// that fits no other, such as "tools" or "7b03". What the session needs
// comes along: sub-agents' transcripts, and the parent of a fork.
func (h *Home) Place(cli, name string) (Session, error) {
	file, err := findFixture(cli, name)
	if err != nil {
		return Session{}, err
	}
	switch cli {
	case "claude":
		return h.placeClaude(file)
	case "codex":
		return h.placeCodex(file)
	}
	return Session{}, fmt.Errorf("place a session: no store is known for %q", cli)
}

// findFixture returns the path of the one fixture that a name fits; a whole
// file name without its ending fits before any part.
func findFixture(cli, name string) (string, error) {
	folder, err := fixtureFolder(cli)
	if err != nil {
		return "", err
	}
	names, err := Fixtures(cli)
	if err != nil {
		return "", err
	}
	var found []string
	for _, candidate := range names {
		if candidate == name || strings.TrimSuffix(candidate, ".jsonl") == name {
			return filepath.Join(folder, candidate), nil
		}
		if strings.Contains(candidate, name) {
			found = append(found, candidate)
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("place a session: %q fits %d of the recorded %s sessions", name, len(found), cli)
	}
	return filepath.Join(folder, found[0]), nil
}

// moved reads a recorded file with its project folder replaced by Work.
func (h *Home) moved(cli, file string) ([]byte, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return h.move(cli, content), nil
}

func (h *Home) move(cli string, content []byte) []byte {
	return bytes.ReplaceAll(content, []byte(Recorded(cli)), []byte(h.Work))
}

// Recorded is the project folder in which a CLI's sessions were recorded.
func Recorded(cli string) string { return "/home/user/demo-" + cli }

func (h *Home) placeClaude(file string) (Session, error) {
	content, err := h.moved("claude", file)
	if err != nil {
		return Session{}, err
	}
	id, err := claudeID(content)
	if err != nil {
		return Session{}, fmt.Errorf("place %s: %w", file, err)
	}
	project := filepath.Join(h.Dir, ".claude", "projects", claudeProject(h.Work))
	session := Session{CLI: "claude", ID: id, Path: filepath.Join(project, id+".jsonl")}
	if err := place(session.Path, content); err != nil {
		return Session{}, err
	}
	children, err := filepath.Glob(filepath.Join(strings.TrimSuffix(file, ".jsonl"), "subagents", "*"))
	if err != nil {
		return Session{}, err
	}
	for _, child := range children {
		content, err := h.moved("claude", child)
		if err != nil {
			return Session{}, err
		}
		if err := place(filepath.Join(project, id, "subagents", filepath.Base(child)), content); err != nil {
			return Session{}, err
		}
	}
	return session, nil
}

// claudeID is the session id on a file's first line; every recorded session
// has it there.
func claudeID(content []byte) (string, error) {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	var record struct{ SessionID string }
	if err := json.Unmarshal(line, &record); err != nil {
		return "", err
	}
	if record.SessionID == "" {
		return "", fmt.Errorf("the first line has no sessionId")
	}
	return record.SessionID, nil
}

var notAlphanumeric = regexp.MustCompile(`[^A-Za-z0-9]`)

// claudeProject is the name of a project's folder, for the plain ASCII paths
// under 200 characters that temporary folders have.
func claudeProject(work string) string { return notAlphanumeric.ReplaceAllString(work, "-") }

func (h *Home) placeCodex(file string) (Session, error) {
	content, err := h.moved("codex", file)
	if err != nil {
		return Session{}, err
	}
	name := filepath.Base(file)
	id := name[len("rollout-2026-01-02T15-04-05-") : len(name)-len(".jsonl")]
	date := strings.Split(name[len("rollout-"):], "-")
	session := Session{CLI: "codex", ID: id, Model: codexModel(content)}
	session.Path = filepath.Join(h.Dir, ".codex", "sessions", date[0], date[1], date[2][:2], name)
	if content, err = h.placeParent(content); err != nil {
		return Session{}, fmt.Errorf("place the parent of %s: %w", name, err)
	}
	return session, place(session.Path, content)
}

var turnModel = regexp.MustCompile(`"type":"turn_context".*?"model":"([^"]+)"`)

func codexModel(content []byte) string {
	turns := turnModel.FindAllSubmatch(content, -1)
	if len(turns) == 0 {
		return ""
	}
	return string(turns[len(turns)-1][1])
}

var (
	historyBase = regexp.MustCompile(`"history_base":\{"thread_id":"([^"]+)"`)
	endOffset   = regexp.MustCompile(`"end_byte_offset":(\d+)`)
)

// placeParent places the thread that a fork by reference continues. The fork
// names the length of what it inherits, which the move has changed.
func (h *Home) placeParent(content []byte) ([]byte, error) {
	base, offset := historyBase.FindSubmatch(content), endOffset.FindSubmatch(content)
	if base == nil || offset == nil {
		return content, nil
	}
	file, err := findFixture("codex", string(base[1]))
	if err != nil {
		return nil, err
	}
	if _, err := h.placeCodex(file); err != nil {
		return nil, err
	}
	recorded, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	end, err := strconv.Atoi(string(offset[1]))
	if err != nil {
		return nil, err
	}
	moved := fmt.Sprintf(`"end_byte_offset":%d`, len(h.move("codex", recorded[:end])))
	return bytes.Replace(content, offset[0], []byte(moved), 1), nil
}

func place(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}
