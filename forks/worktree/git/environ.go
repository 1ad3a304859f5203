package git

import (
	"context"
	"os"
	"slices"
	"strings"
)

// local are the variables that belong to one git command and what it has started (git rev-parse --local-env-vars), and those that change
// what is written. One who starts stead from a hook has the first.
var local = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT", "GIT_OBJECT_DIRECTORY", "GIT_DIR",
	"GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
	"GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "GIT_LITERAL_PATHSPECS",
	"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_INTERNAL_SUPER_PREFIX", "GIT_QUARANTINE_PATH",
}

func (g Dir) environ() []string {
	environ := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(local, name)
	})
	environ = append(environ, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	if g.Index != "" {
		environ = append(environ, "GIT_INDEX_FILE="+g.Index)
	}
	return append(environ, g.identity...)
}

// Signer returns git as somebody: the user, or stead where git does not know the user's name.
func (g Dir) Signer(ctx context.Context) Dir {
	if _, err := g.Line(ctx, "-c", "user.useConfigOnly=true", "var", "GIT_COMMITTER_IDENT"); err != nil {
		g.identity = []string{
			"GIT_AUTHOR_NAME=stead", "GIT_AUTHOR_EMAIL=stead@localhost", "GIT_COMMITTER_NAME=stead", "GIT_COMMITTER_EMAIL=stead@localhost",
		}
	}
	return g
}
