package claude

import _ "time/tzdata" // as in cmd/stead
