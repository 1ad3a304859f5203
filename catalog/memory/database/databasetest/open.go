// Package databasetest opens the memory's databases for tests.
package databasetest

import (
	"testing"

	"stead/catalog/memory"
	"stead/catalog/memory/database"
	"stead/internal/testkit/memoryfiles"
)

// Open writes conversations into the unified files of the options' folder, behind what they hold, and opens the
// databases with it, which are closed with the test.
func Open(t testing.TB, o database.Options, conversations ...memory.Conversation) *database.Database {
	t.Helper()
	memoryfiles.Add(t, o.Folder, conversations...)
	d, err := database.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	if _, err := d.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return d
}
