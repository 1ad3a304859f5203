// Package reach holds the verbs for a person's machines: hub, join, node, machines and leave.
package reach

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
)

// Commands returns the verbs. Version is stead's.
func Commands(p *setup.Process, version string) []*cobra.Command {
	return []*cobra.Command{hubCommand(p), joinCommand(p), nodeCommand(p, version), peersCommand(p), leaveCommand(p)}
}

// everyRole is what a machine may be given at a hub.
var everyRole = []string{string(member.Node), string(member.Operator), string(member.Viewer)}

// hubFolder is where the hub keeps everything: as the user says, else in stead's folder for data.
func hubFolder(p *setup.Process, given string) (string, error) {
	if given != "" {
		return p.Path(given), nil
	}
	data, err := dataFolder(p)
	return filepath.Join(data, "hub"), err
}

func dataFolder(p *setup.Process) (string, error) {
	s, err := p.Load(nil)
	if err != nil {
		return "", err
	}
	return s.Config.Folders.Data, nil
}
