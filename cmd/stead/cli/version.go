package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
)

// version is the release. A released program is built with its own values of these (.goreleaser.yaml); any other takes
// the commit from what Go has written into it.
var (
	version  = "0.1.0-dev"
	commit   string
	date     string // of the commit, as RFC 3339 writes it
	modified string // "true" if the sources differed from the commit
)

// build describes the program.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	b := build{Version: version, Commit: commit, Date: date, Modified: modified == "true", Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok || commit != "" {
		return b
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.time":
			b.Date = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}

// String returns the build as a line for people.
func (b build) String() string {
	from := ""
	if b.Commit != "" {
		from = ", commit " + b.Commit[:min(12, len(b.Commit))]
		if day, _, ok := strings.Cut(b.Date, "T"); ok {
			from += " of " + day
		}
		if b.Modified {
			from += " with changes"
		}
	}
	return fmt.Sprintf("stead %s (%s, %s%s)", b.Version, b.Go, b.Platform, from)
}

func versionCommand(p *setup.Process) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use: "version", Short: "Print the version", Args: flags.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return p.Term.Out.JSON(thisBuild())
			}
			_, err := fmt.Fprintln(p.Term.Out, thisBuild())
			return err
		},
	}
	flags.JSON(c, &asJSON, "print a JSON object")
	return c
}
