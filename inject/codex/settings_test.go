package codex

import (
	"os"
	"path/filepath"
	"testing"

	"stead/adapters/adapter"
	"stead/inject"
)

func TestProviderIsWhatCodexIsConfiguredFor(t *testing.T) {
	home := t.TempDir()
	store := adapter.Store{Root: home}
	if got := (Driver{}).Configured(inject.Environment{Store: store}).Provider; got != "openai" {
		t.Errorf("without a configuration: %q", got)
	}
	config := "model_provider = \"own\"\n[profiles.work]\nmodel_provider = \"azure\"\n"
	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, arguments := range map[string][]string{
		"own":   nil,
		"azure": {"--profile", "work"},
		"last":  {"-p", "work", "-c", "model=x", "-c", `model_provider="last"`},
		"one":   {"--config=model_provider=one"},
	} {
		if got := (Driver{}).Configured(inject.Environment{Store: store, Arguments: arguments}).Provider; got != want {
			t.Errorf("%v: %q, want %q", arguments, got, want)
		}
	}
}
