package summaries

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"stead/runs"
	"stead/timeline"
)

// MostRunsOfNode is how many runs of a machine others are told of: the active ones, the newest first, and then the
// newest of those that have ended.
const MostRunsOfNode = 100

// Run is what ps shows of a run.
type Run struct {
	// Run has the fields that are shown. Of the folder only its name is there.
	runs.Run
	// Alive says that somebody works at it.
	Alive bool `json:"alive"`
}

const (
	// mostHops is how many of the CLIs that a run went through are told: the last.
	mostHops = 20
	// longestRemark bounds what is said of a run's state, in bytes: a list has a line for it.
	longestRemark = 1 << 10
)

// RunOf returns what is shown of a run: no prompt, no text of the model's, no path, no process. Texts are cut where
// they are too long to be kept.
func RunOf(r runs.Run, isAlive bool) Run {
	shown := runs.Run{
		ID: r.ID, From: named(r.From), To: named(r.To), Opened: opening(r.Opened), Kind: r.Kind, Status: r.Status,
		ExitCode: r.ExitCode, Reason: cut(r.Reason, longestRemark), Dir: nameOfFolder(r.Dir),
		Started: r.Started, Resumed: r.Resumed, DurationMS: max(0, r.DurationMS), Usage: counted(r.Usage), State: r.State,
		Since: r.Since, About: cut(r.About, longestRemark),
		Unleased: r.Unleased, Elsewhere: cut(r.Elsewhere, longestName), Unstarted: r.Unstarted, Headless: r.Headless,
		Turns: max(0, r.Turns), Cost: max(0, r.Cost),
	}
	if r.Came != nil {
		shown.Came = &runs.Came{From: r.Came.From, Project: cut(r.Came.Project, longestName)}
	}
	if r.Part != nil {
		shown.Part = &runs.Part{Of: cut(r.Part.Of, longestName), Name: cut(r.Part.Name, longestName), Attempt: r.Part.Attempt}
	}
	for _, hop := range r.Hops[max(0, len(r.Hops)-mostHops):] {
		shown.Hops = append(shown.Hops, runs.Hop{To: named(hop.To), Opened: opening(hop.Opened)})
	}
	return Run{shown, isAlive && r.Status == runs.Running}
}

func named(s runs.Session) runs.Session { return runs.Session{CLI: s.CLI, ID: s.ID} }

// opening returns a way to open a session, or nothing for what is none.
func opening(by runs.Opening) runs.Opening {
	if slices.Contains([]runs.Opening{runs.OpenedNew, runs.OpenedAgain, runs.OpenedBranch}, by) {
		return by
	}
	return ""
}

func nameOfFolder(path string) string {
	if path == "" {
		return ""
	}
	return cut(filepath.Base(path), longestName)
}

func counted(u timeline.Usage) timeline.Usage {
	return timeline.Usage{
		Input: max(0, u.Input), Output: max(0, u.Output), CacheRead: max(0, u.CacheRead), CacheWrite: max(0, u.CacheWrite),
		Reasoning: max(0, u.Reasoning),
		Cost:      max(0, u.Cost),
	}
}

// toldRun is a run as it travels: what a row begins with says that it is none of a session.
type toldRun struct {
	Run Run `json:"told_run"`
}

const beginsRun = `{"told_run":`

func isRun(row []byte) bool { return bytes.HasPrefix(row, []byte(beginsRun)) }

// encodeRun is a run as it travels. The error is errRow for one that has no place in a list.
func encodeRun(r Run) ([]byte, error) {
	text, err := json.Marshal(toldRun{RunOf(r.Run, r.Alive)})
	if err != nil {
		return nil, err
	}
	_, err = decodeRun("", text)
	return text, err
}

// decodeRun reads a run of another machine, which may be hostile: nothing of it is believed but what is shown. The
// error is errRow.
func decodeRun(machine string, text []byte) (knownRun, error) {
	var told toldRun
	if len(text) > largestRow {
		return knownRun{}, fmt.Errorf("%w: it has more than %d bytes", errRow, largestRow)
	}
	if err := json.Unmarshal(text, &told); err != nil {
		return knownRun{}, fmt.Errorf("%w: %w", errRow, err)
	}
	r := RunOf(told.Run.Run, told.Run.Alive)
	if !isShown(r.Run) {
		return knownRun{}, fmt.Errorf("%w: %.50q, %.50q, %v", errRow, r.ID, r.Status, r.Started)
	}
	row, err := json.Marshal(r)
	if err != nil {
		return knownRun{}, fmt.Errorf("%w: %w", errRow, err)
	}
	return knownRun{machine: machine, run: r.ID, row: string(row)}, nil
}
