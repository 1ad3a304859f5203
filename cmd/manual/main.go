// Command manual writes stead's man pages and shell completions into a folder, into man1 and completions below it. They
// are generated from the commands themselves, as their --help is.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"stead/cmd/stead/cli"
	"stead/cmd/stead/cli/setup"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: manual FOLDER")
	}
	root := cli.Tree(setup.ThisProcess())
	root.DisableAutoGenTag = true // the same commands give the same pages on any day
	pages := filepath.Join(args[0], "man1")
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return err
	}
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Manual: "stead", Source: "stead"}, pages); err != nil {
		return err
	}
	return completions(root, filepath.Join(args[0], "completions"))
}

func completions(root *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	return errors.Join(
		root.GenBashCompletionFileV2(in("stead.bash"), true), root.GenZshCompletionFile(in("_stead")),
		root.GenFishCompletionFile(in("stead.fish"), true), root.GenPowerShellCompletionFileWithDesc(in("stead.ps1")),
	)
}
