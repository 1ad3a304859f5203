package readers_test

import (
	"context"
	"fmt"

	"stead/adapters"
	"stead/adapters/adapter"
)

// A reader opens a session, whose entries can be iterated over as often as needed. Only active entries reach the model.
func Example() {
	reader := adapters.Named("claude").Reader
	session, err := reader.Open(context.Background(), adapter.Location{
		Path: "../internal/testkit/fixtures/testdata/claude/text.jsonl"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(session.Header.Source.CLI, session.Header.Project.Path)
	for entry, err := range session.Entries {
		if err != nil {
			fmt.Println(err)
			return
		}
		if entry.Active() {
			fmt.Printf("%s: %s\n", entry.Type, entry.Content)
		}
	}
	// Output:
	// claude /home/user/demo-claude
	// user: What is in this project?
	// assistant: This project holds one Python file, `main.py`, and a config in `src/config.toml`.
	// user: Do you see a bug?
	// assistant: Yes. `add` subtracts instead of adding:
	//
	// ```python
	// return a - b
	// ```
	//
	// It should be `a + b`.
}
