@echo off
rem SPDX-License-Identifier: MIT
rem Removes what install.cmd copied. The profile, which may have settings of the user by now, only with /profile.
rem   uninstall.cmd [/q] [/profile] [FOLDER]     FOLDER: the Data folder of a portable Wireshark; /q: without waiting for a key
setlocal enableextensions
set "pause=pause"
set "profile="
:option
if /i "%~1"=="/q" (
  set "pause=rem"
  shift
  goto option
)
if /i "%~1"=="/profile" (
  set "profile=1"
  shift
  goto option
)
set "at=%~1"
if not defined at set "at=%WIRESHARK_CONFIG_DIR%"
if not defined at set "at=%WIRESHARK_APPDATA%"
if not defined at if defined APPDATA set "at=%APPDATA%\Wireshark"
if not defined at set "at=%USERPROFILE%\Application Data\Wireshark"
set "failed="

echo From %at%
for %%v in (@MINORS@) do call :remove "plugins\%%v\epan\godot.dll"
call :remove extcap\godotdump.exe
call :remove godot-page.html
if not defined profile (
  if exist "%at%\profiles\Godot" echo   kept: profiles\Godot, with your settings; uninstall.cmd /profile removes it
) else (
  for %%f in (@PROFILE@) do call :remove profiles\Godot\%%f
  rmdir "%at%\profiles\Godot" 2>nul
  if exist "%at%\profiles\Godot" echo   kept: profiles\Godot, for the other files in it
)
if defined failed (
  echo.
  echo Not everything was removed. Close Wireshark, then run this file again.
  %pause%
  exit /b 1
)
%pause%
exit /b 0

:remove
if not exist "%at%\%~1" exit /b 0
del "%at%\%~1" 2>nul
if exist "%at%\%~1" (
  echo   NOT removed: %~1
  set "failed=1"
) else (
  echo   removed: %~1
)
exit /b 0
