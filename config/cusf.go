package config

// CUSF names the owner of exported sessions. The standard asks for it, and no CLI's session contains it. Empty members
// are left out of the files.
type CUSF struct {
	// MachineID names the machine. Default: empty.
	MachineID string `mapstructure:"machine_id"`
	// TenantID names the organization. Default: empty.
	TenantID string `mapstructure:"tenant_id"`
	// UserID names the person. Default: empty.
	UserID string `mapstructure:"user_id"`
}

var ofCUSF = []known{{key: "cusf.machine_id"}, {key: "cusf.tenant_id"}, {key: "cusf.user_id"}}
