DefineConstant[ included = 7 ];
