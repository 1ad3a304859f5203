package config

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"stead/internal/sys/dirs"
)

// Flags are the flags of a command line that stand for settings, by the setting's key. Only those that the user gave
// count.
type Flags = map[string]*pflag.Flag

// Input is where the configuration comes from, and what is allowed in it.
type Input struct {
	// Home is the user's home folder.
	Home string
	// Environ is the environment, each NAME=value.
	Environ []string
	// Flags are those of the command line.
	Flags Flags
	// CLIs are the names of all CLIs.
	CLIs []string
	// Checks say what is wrong with the value of a setting, by key.
	Checks map[string]func(value string) error
}

// Load reads the configuration. A file that does not exist sets nothing. The error is an [Error].
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

// sources are what a configuration is made of. viper merges them: a flag counts before a variable of the environment,
// that before the file, and that before the default. It knows values and no places, so origins says for each key where
// the value stands that counts.
type sources struct {
	in      Input
	known   []known
	viper   *viper.Viper
	path    string
	origins map[string]string
}

// sources returns those of a file at path, which nothing was read from yet.
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

// config returns the settings that count, checked.
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

// settle returns the setting's value in its type, checked.
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

// noSettings begin the names of variables that are stead's, but no settings: those that commands of the user's get from
// a notification, a template and a contest, and may hand on to a stead that they call, and the token of the MCP server.
var noSettings = []string{"STEAD_EVENT_", "STEAD_VAR_", "STEAD_CONTEST", "STEAD_MCP_TOKEN", "STEAD_ERRAND_"}

func isNoSetting(name string) bool {
	return slices.ContainsFunc(noSettings, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// readEnviron lays what the environment sets over the file. A variable of stead's that sets nothing is an error, as it
// is in the file. The variables come from Input and are merged as a map, because viper.BindEnv knows no environment but
// that of this process.
func (s *sources) readEnviron() error {
	names := []string{"STEAD_HOME"}
	for _, k := range s.known {
		names = append(names, k.variable())
	}
	values := map[string]any{}
	for _, variable := range s.in.Environ {
		name, value, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, "STEAD_") || isNoSetting(name) {
			continue
		}
		at := slices.Index(names, name)
		if at < 0 {
			return unknown("the environment", name, names)
		}
		if at > 0 && value != "" {
			k := s.known[at-1]
			values[k.key], s.origins[k.key] = k.parse(value), name
		}
	}
	return s.viper.MergeConfigMap(values)
}

// parse reads a value that is one string. The items of a list stand on a line each, or between blanks when there is one
// line.
func (k known) parse(value string) any {
	if !k.kind.isList() {
		return value
	}
	if strings.Contains(value, "\n") {
		return strings.Split(strings.Trim(value, "\n"), "\n")
	}
	return strings.Fields(value)
}

// bindFlags has the flags that the user gave count before all else.
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
