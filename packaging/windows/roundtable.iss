; The installer for Windows, by Inno Setup 6. Prepared, never built or run: call nothing of it verified.
;
;     python packaging\dev.py package
;     iscc /DVersion=0.1.0 packaging\windows\roundtable.iss
;
; The first command makes the frozen folder, the second `dist\roundtable-VERSION-windows.exe` out of it.

#ifndef Version
  #error Give the version: iscc /DVersion=0.1.0 packaging\windows\roundtable.iss
#endif

[Setup]
AppId={{6E1F6C0B-7E7E-4C39-9C1B-8D1B6C6C2B51}
AppName=Roundtable
AppVersion={#Version}
AppPublisher=Roundtable contributors
DefaultDirName={autopf}\Roundtable
DefaultGroupName=Roundtable
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=roundtable-{#Version}-windows
Compression=lzma2
SolidCompression=yes
UninstallDisplayIcon={app}\roundtable-window.exe

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[Files]
Source: "..\..\dist\work\frozen\roundtable\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Roundtable"; Filename: "{app}\roundtable-window.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.roundtable"; ValueType: string; ValueData: "Roundtable.Session"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Roundtable.Session"; ValueType: string; ValueData: "Roundtable session"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Roundtable.Session\shell\open\command"; ValueType: string; ValueData: """{app}\roundtable-window.exe"" ""%1"""

[Run]
Filename: "{app}\roundtable-window.exe"; Description: "{cm:LaunchProgram,Roundtable}"; Flags: nowait postinstall skipifsilent
