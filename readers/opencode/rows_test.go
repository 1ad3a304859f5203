package opencode_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	format "stead/adapters/opencode"
	"stead/internal/adapt/jsonl"
	"stead/internal/testkit/fixtures"
)

// prepare creates the store that the CLI creates when it is first started.
func prepare(t testing.TB, root string) {
	fixtures.Copy(t, "opencode/new.db", filepath.Join(root, "opencode.db"))
}

// place puts the database of the recorded sessions into the store. The export determines which session is meant. The
// sessions of real life only exist as exports, which are put into the same database.
func place(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	path := filepath.Join(root, "opencode.db")
	if _, err := os.Stat(path); err != nil {
		fixtures.Copy(t, "opencode/opencode.db", path)
	}
	if name, isExport := strings.CutSuffix(fixture, ".json"); isExport && strings.Contains(fixture, "reallife") {
		for _, export := range fixtures.Match(t, name+"*.json") {
			insert(t, path, export)
		}
	}
	return adapter.Location{Path: path, ID: jsonl.Value(fixtures.Read(t, fixture)).Get("info", "id").String()}
}

// insert puts an exported session into a database.
func insert(t testing.TB, path, export string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "export.json")
	fixtures.Copy(t, export, file)
	s, err := format.Open(context.Background(), adapter.Location{Path: file})
	if err != nil {
		t.Fatal(err)
	}
	if there, err := format.Exists(context.Background(), path, s.Row.ID); err != nil || there {
		return
	}
	tx, err := format.Begin(context.Background(), path, fixtures.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	rows := []format.Row{s.Row}
	for m, err := range s.Messages(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(append(rows, m.Row), m.Parts...)
	}
	err = tx.Register(context.Background(), format.RecordedProject(s.Row))
	for _, row := range rows {
		if err == nil {
			err = tx.Insert(context.Background(), row)
		}
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// records returns the rows of a session.
func records(t testing.TB, location adapter.Location) [][]byte {
	t.Helper()
	s, err := format.Open(context.Background(), location)
	if err != nil {
		t.Fatal(err)
	}
	all := [][]byte{s.Row.Raw}
	for m, err := range s.Messages(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m.Row.Raw)
		for _, part := range m.Parts {
			all = append(all, part.Raw)
		}
	}
	return all
}

// own holds the members in which two sessions with the same content differ: ids, the values under which they are
// registered, and times of writing.
var own = map[string]bool{
	"id": true, "session_id": true, "message_id": true, "parentID": true, "project_id": true, "path": true, "slug": true,
	"metadata":      true,
	"tail_start_id": true, "sessionId": true, "parentSessionId": true, "time_updated": true,
}

// anonymous returns a row without the members in own.
func anonymous(record []byte) []byte {
	var row any
	if err := json.Unmarshal(record, &row); err != nil {
		return record
	}
	encoded, err := json.Marshal(withoutOwn(row, 0))
	if err != nil {
		return record
	}
	return encoded
}

func withoutOwn(value any, depth int) any {
	if list, ok := value.([]any); ok {
		for i := range list {
			list[i] = withoutOwn(list[i], depth+1)
		}
		return list
	}
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	for name, member := range object {
		if isOwn := own[name] && (name != "metadata" || depth == 0); isOwn {
			delete(object, name)
		} else {
			object[name] = withoutOwn(member, depth+1)
		}
	}
	return object
}
