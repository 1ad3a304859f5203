// Command generate extracts stead's price table from LiteLLM's.
package main

import (
	"archive/zip"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// version is LiteLLM's. Its package on PyPI holds the table.
const (
	version = "1.109.1"
	member  = "litellm/model_prices_and_context_window_backup.json"
)

func main() {
	output := flag.String("o", "table.gz", "the `FILE` to write")
	flag.Parse()
	if err := generate(*output); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate(output string) error {
	folder, err := os.MkdirTemp("", "prices-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	content, err := download(folder)
	if err != nil {
		return fmt.Errorf("get the prices of LiteLLM %s: %w", version, err)
	}
	packed, err := cut(content, "litellm "+version)
	if err != nil {
		return err
	}
	return os.WriteFile(output, packed, 0o644)
}

// download returns the table of the package, which pip fetches into the folder.
func download(folder string) ([]byte, error) {
	pip := exec.Command("pip", "download", "--quiet", "--no-deps", "--dest", folder, "litellm=="+version)
	pip.Stderr = os.Stderr
	if err := pip.Run(); err != nil {
		return nil, fmt.Errorf("pip download: %w", err)
	}
	found, err := filepath.Glob(filepath.Join(folder, "*.whl"))
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("pip has left %d packages in %s", len(found), folder)
	}
	wheel, err := zip.OpenReader(found[0])
	if err != nil {
		return nil, err
	}
	defer func() { _ = wheel.Close() }()
	return fs.ReadFile(wheel, member)
}
