package config

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"stead/internal/sys/dirs"
	"stead/internal/term/plain"
)

// Flags are the flags of a command line that set settings, by the setting's key. Only flags that the user gave count.
type Flags = map[string]*pflag.Flag

// Input is the sources of the configuration, and what is allowed in it.
type Input struct {
	// Home is the user's home folder.
	Home string
	// Environ is the environment, each NAME=value.
	Environ []string
	// Flags are those of the command line.
	Flags Flags
	// CLIs are the names of all CLIs.
	CLIs []string
	// Checks validate the values of settings, by key. Each returns what is wrong.
	Checks map[string]func(value string) error
}

// Load reads the configuration. A missing file sets nothing. The error is an [Error].
func Load(in Input) (Config, error) {
	folders, err := Locate(in)
	if err != nil {
		return Config{}, err
	}
	s := in.sources(folders.File())
	if err := s.readFile(); err != nil {
		return Config{}, err
	}
	if err := s.readEnviron(); err != nil {
		return Config{}, err
	}
	if err := s.bindFlags(); err != nil {
		return Config{}, err
	}
	return s.config(folders)
}

// sources are the sources of a configuration. viper merges them: a flag has precedence over a variable of the
// environment, that over the file, and that over the default. It knows values but not their places, so origins holds
// for each key the place of the effective value.
type sources struct {
	in      Input
	known   []known
	viper   *viper.Viper
	path    string
	origins map[string]string
}

// sources returns the sources for a file at path. Nothing has been read yet.
func (in Input) sources(path string) *sources {
	s := &sources{in: in, known: in.all(), path: path, origins: map[string]string{}}
	s.viper = viper.NewWithOptions(viper.WithDecoderRegistry(s))
	s.viper.SetConfigType("yaml")
	for _, k := range s.known {
		s.viper.SetDefault(k.key, k.fallback)
		s.origins[k.key] = byDefault
	}
	return s
}

// config returns the effective settings after checking them.
func (s *sources) config(folders Folders) (Config, error) {
	c := Config{Folders: folders, CLI: map[string]CLI{}}
	for _, k := range s.known {
		value, err := s.settle(k)
		if err != nil {
			return Config{}, &Error{Origin: s.origins[k.key], Key: k.key, Problem: err.Error()}
		}
		s.viper.Set(k.key, value)
		c.settings = append(c.settings, Setting{Key: k.key, Value: value, Origin: s.origins[k.key]})
	}
	return c, s.viper.Unmarshal(&c)
}

// settle returns the checked value of a setting in its type.
func (s *sources) settle(k known) (any, error) {
	if !k.kind.isList() {
		return s.in.check(k, s.viper.GetString(k.key))
	}
	items := slices.Clone(s.viper.GetStringSlice(k.key))
	for i, item := range items {
		if k.kind == command && i == 0 {
			item = dirs.ExpandTilde(item, s.in.Home)
		}
		checked, err := s.in.check(k, item)
		if err != nil {
			return nil, err
		}
		items[i] = checked
	}
	return items, nil
}

// prefix begins the name of each of stead's variables.
const prefix = "STEAD_"

// noSettings are prefixes of stead's variables that are not settings: those that the user's commands get from a
// notification, a template, a contest and a run, and may pass on to a stead that they call, and the token of the MCP
// server.
var noSettings = []string{"STEAD_RUN", "STEAD_EVENT_", "STEAD_VAR_", "STEAD_CONTEST", "STEAD_MCP_TOKEN", "STEAD_ERRAND_"}

func isNoSetting(name string) bool {
	return slices.ContainsFunc(noSettings, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// readEnviron applies the environment over the file. A variable whose name is nearly that of a setting is an error, as
// it is in the file. Any other one with stead's prefix may belong to another program. The variables come from Input and
// are merged as a map, because viper.BindEnv knows only the environment of this process.
func (s *sources) readEnviron() error {
	names := []string{"STEAD_HOME"}
	for _, k := range s.known {
		names = append(names, k.variable())
	}
	values := map[string]any{}
	for _, variable := range s.in.Environ {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, prefix) || isNoSetting(name) {
			continue
		}
		at := slices.Index(names, name)
		if at < 0 && isNear(name, names) {
			return unknown("the environment", name, names)
		}
		if at > 0 && value != "" {
			k := s.known[at-1]
			values[k.key], s.origins[k.key] = k.parse(value), name
		}
	}
	return s.viper.MergeConfigMap(values)
}

// isNear reports whether a variable has nearly the name of another. The prefix that all have does not count.
func isNear(name string, names []string) bool {
	bare := make([]string, len(names))
	for i, n := range names {
		bare[i] = strings.TrimPrefix(n, prefix)
	}
	_, ok := plain.Nearest(strings.TrimPrefix(name, prefix), bare)
	return ok
}

// parse parses a value that is one string. The items of a list are on separate lines, or between blanks if there is
// only one line. The names of CLIs may also be between commas, as in flags.
func (k known) parse(value string) any {
	if !k.kind.isList() {
		return value
	}
	if strings.Contains(value, "\n") {
		return strings.Split(strings.Trim(value, "\n"), "\n")
	}
	if k.kind == clis {
		value = strings.ReplaceAll(value, ",", " ")
	}
	return strings.Fields(value)
}

// bindFlags gives the flags of the user precedence over everything else.
func (s *sources) bindFlags() error {
	for key, flag := range s.in.Flags {
		if err := s.viper.BindPFlag(key, flag); err != nil {
			return err
		}
		if flag.Changed {
			s.origins[key] = "--" + flag.Name
		}
	}
	return nil
}

func (in Input) getenv(name string) string {
	for _, variable := range slices.Backward(in.Environ) {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}
