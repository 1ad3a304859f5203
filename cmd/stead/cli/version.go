package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
)

// version is the release. The release script sets it; the commit comes from the build.
var version = "0.1.0-dev"

// build describes the program.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	b := build{Version: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	return b
}

// String returns the build as a line for people.
func (b build) String() string {
	commit := ""
	if b.Commit != "" {
		commit = ", commit " + b.Commit[:min(12, len(b.Commit))]
		if b.Modified {
			commit += " with changes"
		}
	}
	return fmt.Sprintf("stead %s (%s, %s%s)", b.Version, b.Go, b.Platform, commit)
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
