@echo off
rem SPDX-License-Identifier: MIT
rem Copies the plugin, the interface godotdump and the profile into the settings folder of this user's Wireshark.
rem   install.cmd [/q] [FOLDER]     FOLDER: the Data folder of a portable Wireshark; /q: without waiting for a key
setlocal enableextensions
set "pause=pause"
if /i "%~1"=="/q" (
  set "pause=rem"
  shift
)
set "from=%~dp0Wireshark"
set "to=%~1"
if not defined to set "to=%WIRESHARK_CONFIG_DIR%"
if not defined to set "to=%WIRESHARK_APPDATA%"
if not defined to if defined APPDATA set "to=%APPDATA%\Wireshark"
if not defined to set "to=%USERPROFILE%\Application Data\Wireshark"
set "failed="

if not exist "%from%\extcap\godotdump.exe" (
  echo This file works only beside the folder Wireshark of its archive. Extract the whole archive first.
  %pause%
  exit /b 1
)

echo Into %to%
for %%v in (@MINORS@) do call :put "plugins\%%v\epan" godot.dll "Wireshark %%v"
call :put extcap godotdump.exe "every version"
if exist "%from%\godot-page.html" call :put . godot-page.html "Tools, Godot, Open in the browser"
call :profile
if defined failed (
  echo.
  echo Not everything was copied. Close Wireshark, then run this file again.
  %pause%
  exit /b 1
)

set "version="
set "tshark=%ProgramFiles%\Wireshark\tshark.exe"
if exist "%tshark%" for /f "tokens=3" %%v in ('"%tshark%" -v') do if not defined version set "version=%%v"
echo.
if not defined version echo No Wireshark was found in %ProgramFiles%\Wireshark. The plugin is for @MINORS_TEXT@, 64 bits.
if defined version echo Wireshark %version% is installed. The plugin is for @MINORS_TEXT@.
echo Start Wireshark: Help, About, Plugins lists godot.dll. Edit, Configuration Profiles has Godot.
%pause%
exit /b 0

rem put FOLDER FILE FOR
:put
if not exist "%to%\%~1" mkdir "%to%\%~1"
copy /y "%from%\%~1\%~2" "%to%\%~1\%~2" >nul
if errorlevel 1 (
  echo   NOT copied: %~1\%~2
  set "failed=1"
) else (
  echo   copied: %~1\%~2 for %~3
)
exit /b 0

rem What the user changed stays: only files that are not there yet are copied.
:profile
set "kept="
if not exist "%to%\profiles\Godot" mkdir "%to%\profiles\Godot"
for %%f in (@PROFILE@) do call :setting %%f
if defined kept echo   kept: profiles\Godot: %kept%
exit /b 0

:setting
if exist "%to%\profiles\Godot\%~1" (
  set "kept=%kept%%~1 "
  exit /b 0
)
call :put profiles\Godot %~1 "the profile Godot"
exit /b 0
