package fidelity

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Cell is what arrives of one session in one CLI.
type Cell struct {
	Counts
	// Losses are what stead said would not arrive, and why.
	Losses []Loss `json:"losses,omitempty"`
}

// Loss is what stead declares that the target cannot hold.
type Loss struct {
	// Kind is "approximate" of what arrives as the nearest that the target has.
	Kind  string `json:"kind,omitempty"`
	What  string `json:"what"`
	Why   string `json:"why"`
	Count int    `json:"count"`
}

// Equal says whether two runs of a cell had the same outcome.
func (c Cell) Equal(other Cell) bool {
	return c.Counts == other.Counts && slices.Equal(c.Losses, other.Losses)
}

// Results holds the cells of a source by session and target.
type Results map[string]map[string]Cell

// Put sets a cell.
func (l Results) Put(session, target string, cell Cell) {
	if l[session] == nil {
		l[session] = map[string]Cell{}
	}
	l[session][target] = cell
}

// Into adds up the cells of a target.
func (l Results) Into(target string) (sum Cell, sessions int) {
	for _, session := range slices.Sorted(maps.Keys(l)) {
		cell, ok := l[session][target]
		if !ok {
			continue
		}
		sessions++
		sum.Add(cell.Counts)
		for _, loss := range cell.Losses {
			sum.lose(loss)
		}
	}
	return sum, sessions
}

// lose adds a loss to those of the same kind.
func (c *Cell) lose(loss Loss) {
	at := slices.IndexFunc(c.Losses, func(l Loss) bool { return l.What == loss.What && l.Why == loss.Why })
	if at < 0 {
		c.Losses = append(c.Losses, loss)
		return
	}
	c.Losses[at].Count += loss.Count
}

// ReadResults reads the results of a source from a folder. There may be none yet.
func ReadResults(folder, source string) (Results, error) {
	results := Results{}
	content, err := os.ReadFile(filepath.Join(folder, source+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return results, nil
	}
	if err != nil {
		return nil, err
	}
	return results, json.Unmarshal(content, &results)
}

// Write writes the results of a source into a folder.
func (l Results) Write(folder, source string) error {
	return writeJSON(filepath.Join(folder, source+".json"), l)
}

func writeJSON(path string, value any) error {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	if err := encoder.Encode(value); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
