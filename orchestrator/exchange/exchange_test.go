package exchange

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/inject"
	"stead/inject/codex"
	"stead/internal/sys/installed"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/sample"
	codexreader "stead/readers/codex"
	"stead/timeline"
	"stead/writers"
	codexwriter "stead/writers/codex"
)

func options() Options {
	return Options{Options: writers.Options{Now: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC),
		NewID: func() string { return "new" }}}
}

func TestEveryFormatNamesItsFileAndHoldsTheConversation(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Formats() {
		name, err := f.File(sample.Session(), options())
		if err != nil || seen[name] || strings.ContainsAny(name, `/ `) ||
			!strings.Contains(name, sample.Session().Header.ID) {
			t.Errorf("%s: file %q, error %v", f.Name, name, err)
		}
		seen[name] = true
		var out bytes.Buffer
		report, err := f.Encode(t.Context(), &out, sample.Session(), options())
		if err != nil || report.Entries == 0 || !strings.Contains(out.String(), "A red pixel.") {
			t.Errorf("%s: report %+v, error %v", f.Name, report, err)
		}
	}
}

func TestPortableFormatsKeepTheSessionsID(t *testing.T) {
	for _, f := range Formats()[:2] {
		var out bytes.Buffer
		if _, err := f.Encode(t.Context(), &out, sample.Session(), options()); err != nil ||
			!strings.Contains(out.String(), sample.Session().Header.ID) {
			t.Errorf("%s: error %v, or the id is another", f.Name, err)
		}
	}
}

func TestSessionOfNoStandardIsNotValidated(t *testing.T) {
	_, err := Validate(t.Context(), catalog.Source{Reader: codexreader.Reader{}}, codexwriter.Writer{})
	if !errors.Is(err, ErrNoStandard) {
		t.Error(err)
	}
}

func into(home string) Import {
	return Import{
		Reader: codexreader.Reader{}, Writer: codexwriter.Writer{}, Driver: codex.Driver{},
		Host: adapter.Host{Home: home, Getenv: func(string) string { return "" }, Now: time.Now},
		Find: func(context.Context, inject.Driver) (installed.Program, error) {
			return installed.Program{}, installed.ErrNotInstalled
		},
		Vendor: func(string) string { return "" }, NewID: func() string { return "11111111-1111-4111-8111-111111111111" },
	}
}

func TestImportNeedsNoProgram(t *testing.T) {
	receipt, err := into(t.TempDir()).Deliver(t.Context(), sample.Session())
	if err != nil {
		t.Fatal(err)
	}
	back, err := codexreader.Reader{}.Open(t.Context(), adapter.Location{Path: receipt.Path})
	if err != nil || back.Header.ID != receipt.ID || back.Header.Project.Path != "/home/user/demo" {
		t.Errorf("%+v, error %v", back.Header, err)
	}
}

func TestImportNeedsAFolder(t *testing.T) {
	s := sample.Session()
	s.Header.Project = timeline.Project{}
	home := t.TempDir()
	if _, err := into(home).Deliver(t.Context(), s); !errors.Is(err, ErrNoFolder) {
		t.Error(err)
	}
	if files := fixtures.Snapshot(t, home); len(files) > 1 {
		t.Errorf("%v is left", files)
	}
}

func TestNoFormatTakesAStrangersPath(t *testing.T) {
	strangers := sample.Strangers(t)
	for _, f := range Formats() {
		for _, stranger := range strangers {
			var out bytes.Buffer
			report, err := f.Encode(t.Context(), &out, stranger.Stream, options())
			if err != nil || sample.Leaks(out.Bytes()) {
				t.Errorf("%s: the file at %q arrives, or error %v", f.Name, stranger.Path, err)
			}
			if len(report.Losses) == 0 || f.Name != "cusf" && !sample.SaysOutside(report.Losses) {
				t.Errorf("%s: %q is not taken, and the losses %v do not say so", f.Name, stranger.Path, report.Losses)
			}
		}
	}
}

func TestImportTakesNoStrangersPath(t *testing.T) {
	for _, stranger := range sample.Strangers(t) {
		receipt, err := into(t.TempDir()).Deliver(t.Context(), stranger.Stream)
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(receipt.Path)
		if err != nil || sample.Leaks(content) || !sample.SaysOutside(receipt.Losses) {
			t.Errorf("%q arrives, or the losses %v do not say that it does not, or error %v", stranger.Path, receipt.Losses, err)
		}
	}
}
