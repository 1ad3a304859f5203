package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
)

// exampleHome returns a home in which Claude Code has one session.
func exampleHome() (home string, err error) {
	const id = "6f786c7b-ece4-4cbb-876a-31e3be5368b2"
	content, err := os.ReadFile("../internal/testkit/fixtures/testdata/claude/text.jsonl")
	if err != nil {
		return "", err
	}
	if home, err = os.MkdirTemp("", "catalog"); err != nil {
		return "", err
	}
	project := filepath.Join(home, ".claude", "projects", "-home-user-demo")
	if err = os.MkdirAll(project, 0o700); err != nil {
		return home, err
	}
	return home, os.WriteFile(filepath.Join(project, id+".jsonl"), content, 0o600)
}

// A reference names a session by its CLI and the beginning of its id.
func ExampleCatalog_Resolve() {
	home, err := exampleHome()
	defer os.RemoveAll(home)
	if err != nil {
		fmt.Println(err)
		return
	}
	sessions := catalog.New(catalog.Options{
		Readers: adapters.Readers(), Dir: home,
		Host: adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now},
	})
	defer sessions.Close()
	found, err := sessions.Resolve(context.Background(), "claude:6f78")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Reference(), found.Summary.Project)
	_, err = sessions.Resolve(context.Background(), "claude:ffff")
	fmt.Println(errors.Is(err, adapter.ErrNotFound))
	// Output:
	// claude:6f786c7b-ece4-4cbb-876a-31e3be5368b2 /home/user/demo-claude
	// true
}
